// Shows the page of a one-time link, which needs no sign-in, or the panel for a signed-in user.

import { useLocation } from 'wouter'
import { LinkPage } from '../pages/sign-in/link-page.tsx'
import { Notices } from '../parts/notices.tsx'
import { SessionGate } from '../session.tsx'
import { Frame } from './frame.tsx'

export function App() {
  const [location] = useLocation()
  return (
    <>
      {location === '/link' ? (
        <LinkPage />
      ) : (
        <SessionGate>
          <Frame />
        </SessionGate>
      )}
      <Notices />
    </>
  )
}
