import { useEffect, useState, type ReactNode } from 'react';
import { Panel } from './panel.js';

interface HeldKeys {
  readonly held: ReadonlySet<string>;
  /** For what stands for a key, as a button does. */
  readonly hold: (key: string, down: boolean) => void;
}

/** Which of `keys` are held down. */
export function useHeldKeys(keys: readonly string[]): HeldKeys {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const hold = (key: string, down: boolean) =>
    setHeld((before) => {
      if (before.has(key) === down) return before;
      const next = new Set(before);
      if (down) next.add(key);
      else next.delete(key);
      return next;
    });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.includes(event.key) && hold(event.key, event.type === 'keydown');
    window.addEventListener('keydown', listen);
    window.addEventListener('keyup', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      window.removeEventListener('keyup', listen);
    };
  }, [keys]);
  return { held, hold };
}

/** A button for each key, which holds it down. */
export function KeyButtons({
  buttons,
  hold,
}: {
  buttons: readonly (readonly [label: string, key: string])[];
  hold: HeldKeys['hold'];
}): ReactNode {
  return (
    <Panel>
      {buttons.map(([label, key]) => (
        <button
          key={key}
          type="button"
          onPointerDown={() => hold(key, true)}
          onPointerUp={() => hold(key, false)}
          onPointerLeave={() => hold(key, false)}
        >
          {label}
        </button>
      ))}
    </Panel>
  );
}
