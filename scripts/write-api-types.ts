// Writes src/sdk/api-types.ts anew: node dist/test/sdk/write-api-types.js

import { writeFileSync } from 'node:fs'
import { API_TYPES, printApiTypes } from './print-api-types.ts'

writeFileSync(API_TYPES, printApiTypes())
