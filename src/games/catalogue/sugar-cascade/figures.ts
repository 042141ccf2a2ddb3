// The published figures of Sugar Cascade, from simulation. Must be measured again whenever the
// mathematics changes (see docs/games.md).

import { type Game, simulatedFigures } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: simulatedFigures(
      1_435_000_000,
      0.95173592993,
      0.000487436718915,
      0.286253487805,
      9.42080730922,
    ),
    low: simulatedFigures(1_000_000_000, 0.58000976355, 0.000229315756, 0.286251427, 3.69979638941),
    high: simulatedFigures(
      1_697_000_000,
      1.02247393686,
      0.000487095068071,
      0.2862552198,
      10.2376100219,
    ),
  },
  ante: {
    natural: simulatedFigures(
      1_387_000_000,
      0.95016701566,
      0.000487407204041,
      0.283649368421,
      11.5766823275,
    ),
    low: simulatedFigures(
      1_000_000_000,
      0.53376248472,
      0.000223543079113,
      0.283645637,
      4.50832452273,
    ),
    high: simulatedFigures(
      1_634_000_000,
      1.02302741327,
      0.000487604638513,
      0.283653050796,
      12.5703623318,
    ),
  },
  buy: {
    natural: simulatedFigures(23_000_000, 0.950049499076, 0.000477832315916, 1, 93.5348278992),
    low: simulatedFigures(20_000_000, 0.38886251725, 0.000181621952981, 1, 33.1525741283),
    high: simulatedFigures(26_000_000, 1.01671128082, 0.000483916825694, 1, 100.714340293),
  },
}
