// The SHA-256 of a key in groups of four, for comparison by eye.

import { CopyText } from '../../parts/copy-text.tsx'

export function Fingerprint({ sha256 }: { sha256: string }) {
  return <CopyText text={sha256} shown={sha256.match(/.{1,4}/g)?.join(' ') ?? sha256} />
}
