// Games in a browser on a phone: see play-every-game.ts.

import { testEveryGame } from './play-every-game.ts'

await testEveryGame('phone')
