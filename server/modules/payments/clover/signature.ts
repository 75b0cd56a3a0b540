import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/secrets.ts'

const TOLERANCE_SECONDS = 300

type Verdict = 'valid' | 'wrong' | 'stale'

/** `Clover-Signature: t=…,v1=…` over the raw bytes; with several v1 while a secret is being rotated. */
export function verifySignature(
  body: Buffer,
  header: string | undefined,
  secrets: string[],
  at: Date,
): Verdict {
  const { time, signatures } = parseHeader(header ?? '')
  if (time === null) return 'wrong'
  const isValid = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(time).update('.').update(body).digest()
    return signatures.some((signature) => isSameSecret(Buffer.from(signature, 'hex'), expected))
  })
  if (!isValid) return 'wrong'
  const age = Math.abs(at.getTime() / 1000 - Number(time))
  return age <= TOLERANCE_SECONDS ? 'valid' : 'stale'
}

function parseHeader(header: string) {
  const fields = header.split(',').map((piece) => piece.trim().split('=', 2))
  const valuesOf = (name: string) =>
    fields.flatMap(([key, value]) => (key === name ? [value ?? ''] : []))
  const times = valuesOf('t')
  const time = times.length === 1 && /^\d{1,12}$/.test(times[0] ?? '') ? (times[0] ?? null) : null
  return { time, signatures: valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/i.test(value)) }
}
