// Every route of the admin API.

import { OWN_ACCOUNT_ROUTES } from './accounts/own-account.ts'
import { PEOPLE_ROUTES } from './accounts/people.ts'
import { AUDIT_ROUTES } from './audit/routes.ts'
import { CALLBACK_LOG_ROUTES } from './callback-log/routes.ts'
import { KEY_ROUTES } from './keys/routes.ts'
import { documentRoute } from './openapi.ts'
import { OVERVIEW_ROUTES } from './overview/routes.ts'
import { PAUSE_ROUTES } from './pauses/routes.ts'
import { GRANT_ROUTES } from './players/grants.ts'
import { NOTE_ROUTES } from './players/notes.ts'
import { FIND_PLAYER_ROUTES, PLAYER_ROUTES } from './players/players.ts'
import { PLAYER_RTP_ROUTES } from './players/rtp.ts'
import { TARGET_ROUTES } from './players/targets.ts'
import { PROJECT_ROUTES } from './projects/routes.ts'
import { REPORT_FILE_ROUTES } from './reports/files.ts'
import { REPORT_ROUTES } from './reports/routes.ts'
import { ROUND_ROUTES } from './rounds/routes.ts'
import type { AdminRoute } from './route.ts'
import { SEARCH_ROUTES } from './search/routes.ts'
import { PROVIDER_ROUTES } from './sign-in/provider-routes.ts'
import { SIGN_IN_ROUTES } from './sign-in/routes.ts'
import { WALLET_CHECK_ROUTES } from './wallet-checks/routes.ts'

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...SIGN_IN_ROUTES,
  ...PROVIDER_ROUTES,
  ...OWN_ACCOUNT_ROUTES,
  ...PEOPLE_ROUTES,
  ...OVERVIEW_ROUTES,
  ...CALLBACK_LOG_ROUTES,
  ...REPORT_ROUTES,
  ...REPORT_FILE_ROUTES,
  ...SEARCH_ROUTES,
  ...FIND_PLAYER_ROUTES,
  ...PLAYER_ROUTES,
  ...NOTE_ROUTES,
  ...PLAYER_RTP_ROUTES,
  ...GRANT_ROUTES,
  ...TARGET_ROUTES,
  ...PAUSE_ROUTES,
  ...AUDIT_ROUTES,
  ...PROJECT_ROUTES,
  ...KEY_ROUTES,
  ...WALLET_CHECK_ROUTES,
  ...ROUND_ROUTES,
  documentRoute(() => ADMIN_ROUTES),
]
