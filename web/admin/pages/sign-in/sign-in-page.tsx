// The page for users who are not signed in.

import { useTexts } from '../../language.tsx'
import { GatePage } from './gate-page.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

export function SignInPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const texts = useTexts(SIGN_IN_TEXTS)
  return (
    <GatePage title={texts.title} note={texts.note} foot={texts.lost}>
      <SignInForm onSignedIn={onSignedIn} />
    </GatePage>
  )
}
