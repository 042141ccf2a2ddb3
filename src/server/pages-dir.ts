// Where the build puts the browser pages.

import path from 'node:path'
import { PROJECT_ROOT } from '../environment.ts'

export const PAGES_DIR = path.join(PROJECT_ROOT, 'dist', 'pages')
export const ADMIN_PAGES_DIR = path.join(PROJECT_ROOT, 'dist', 'admin-pages')
