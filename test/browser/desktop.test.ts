// Games in a browser on a desktop: see play-every-game.ts.

import { testEveryGame } from './play-every-game.ts'

await testEveryGame('desktop')
