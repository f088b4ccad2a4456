/** Sorts 64-bit keys in place, ascending: heapsort, which takes no memory and never degrades. What is in order already is only looked through. */
export function sortKeys(data: usize, count: i32): void {
  if (isSorted(data, count)) return;
  for (let i = (count >> 1) - 1; i >= 0; i--) sift(data, i, count);
  for (let end = count - 1; end > 0; end--) {
    const top = load<u64>(data);
    store<u64>(data, load<u64>(data + ((end as usize) << 3)));
    store<u64>(data + ((end as usize) << 3), top);
    sift(data, 0, end);
  }
}

function sift(data: usize, root: i32, count: i32): void {
  const value = load<u64>(data + ((root as usize) << 3));
  while (true) {
    let child = (root << 1) + 1;
    if (child >= count) break;
    if (child + 1 < count && load<u64>(data + ((child as usize) << 3), 8) > load<u64>(data + ((child as usize) << 3)))
      child++;
    const next = load<u64>(data + ((child as usize) << 3));
    if (next <= value) break;
    store<u64>(data + ((root as usize) << 3), next);
    root = child;
  }
  store<u64>(data + ((root as usize) << 3), value);
}

function isSorted(data: usize, count: i32): bool {
  for (let i = 1; i < count; i++) {
    const at = data + ((i as usize) << 3);
    if (load<u64>(at - 8) > load<u64>(at)) return false;
  }
  return true;
}
