import { inflateSync } from 'node:zlib'

/** The compressed streams of a PDF: its pages, fonts and tables. */
export function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue
    const body = pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))
    if (body[0] === 0x78) streams.push(inflateSync(body).toString('latin1'))
  }
  return streams
}

/** What is drawn with the built-in fonts: each text as one, letters apart for kerning. */
export const wordsOf = (pdf: Buffer) =>
  streamsOf(pdf).flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    ),
  )
