// A QR code, dark on light in both colour schemes: cameras can't read it inverted.

import { Center } from '@mantine/core'
import { encode } from 'uqr'

export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data: modules, size } = encode(text, { ecc: 'M', border: 3 })
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
  return (
    <Center>
      <svg
        role="img"
        aria-label={label}
        width={220}
        height={220}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="qr"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')} fill="#000" />
      </svg>
    </Center>
  )
}
