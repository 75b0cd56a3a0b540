import { qrCode } from './qr-code.ts'

type QrCodeProps = { text: string; label: string; className?: string }

const MARGIN = 4

export function QrCode({ text, label, className }: QrCodeProps) {
  const rows = qrCode(text)
  const size = rows.length + 2 * MARGIN
  const path = rows.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')),
  )
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} rx={2} fill="#fff" />
      <path d={path.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
