export const palette = {
  sky: '#dfe7ee',
  bounce: '#cbbba6',
  ground: '#e9e4da',
  ball: '#27364a',
  crates: ['#e76f51', '#f4a261', '#e9c46a', '#2a9d8f', '#457b9d'],
} as const;
