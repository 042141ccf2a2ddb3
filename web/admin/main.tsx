// Starts the panel: its theme, its language, its queries. Must never hold a page.

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router, useLocation } from 'wouter'
import { LanguageProvider } from './language.tsx'
import { useRawPath, useRawSearch } from './location.ts'
import { LinkPage } from './pages/sign-in/link-page.tsx'
import { ProviderPage } from './pages/sign-in/provider.tsx'
import { Notices } from './parts/notices.tsx'
import { createQueries } from './queries.ts'
import { SessionGate } from './session.tsx'
import { Frame } from './shell/frame.tsx'
import { THEME, VARIABLES } from './theme.ts'

/** The path under which the panel is served. */
const BASE = '/admin'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''
// The package that locks scrolling behind a dialog reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

createRoot(document.getElementById('panel')!).render(
  <StrictMode>
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={VARIABLES}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <LanguageProvider>
        <QueryClientProvider client={createQueries()}>
          <Router base={BASE} hook={useRawPath} searchHook={useRawSearch}>
            <App />
          </Router>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
)

function App() {
  return (
    <>
      <Pages />
      <Notices />
    </>
  )
}

/** Those of a one-time link and of the way back from a provider need no sign-in. */
function Pages() {
  const [location] = useLocation()
  if (location === '/link') return <LinkPage />
  if (location === '/provider') return <ProviderPage />
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  )
}
