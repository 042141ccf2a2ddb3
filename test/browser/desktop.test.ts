// Played by npm run prove: it opens every game; phone.test.ts does the same at each change.
//
// Games in a browser on a desktop: see play-every-game.ts.

import { testEveryGame } from './play-every-game.ts'

await testEveryGame('desktop')
