/** Where the word is that two threads pass to each other (core-distance.ts). */
export const Ball = { THERE: 1, BACK: 2, OUT: 3 } as const;
