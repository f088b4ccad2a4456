/** Where the word is that two threads pass to each other (core-distance.ts). */
export const Ball = { THERE: 1, BACK: 2 } as const;

/** Looks at the word, some ns each, after which the other thread is taken to have no core. */
export const SPINS = 20_000;
