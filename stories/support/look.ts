/** The colours that the stories share. */
export const colours = {
  sky: '#e9eef2',
  ground: '#d8d2c8',
  crates: ['#e07a5f', '#f2cc8f', '#81b29a', '#3d5a80', '#ee6c4d', '#98c1d9'],
  steel: '#5c677d',
  ball: '#2b2d42',
  awake: '#e07a5f',
  touching: '#f2cc8f',
  asleep: '#8d99ae',
} as const;

export const crateColour = (i: number): string => colours.crates[i % colours.crates.length]!;
