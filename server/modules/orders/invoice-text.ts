import createBidi from 'bidi-js'
import type PDFDocument from 'pdfkit'
import { type Face, facesFor, type Weight } from './invoice-fonts.ts'

export type Page = InstanceType<typeof PDFDocument>
export type Box = { at: number; y: number; width: number; align: 'left' | 'right' }
export type Type = { size: number; weight: Weight; colour: string }

type Letter = { text: string; face: Face; width: number }

const LINE_HEIGHT = 1.2
const LINE_GAP = 2
/** The height of Noto Sans above the baseline, as a share of its size. */
const ASCENT = 0.95
/** Printed for a letter that no face has. */
const MISSING = '□'

const bidi = createBidi()
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Writes text in any script, broken into lines that fit the box; returns the height at which it ends. */
export function writeText(page: Page, text: string, box: Box, type: Type): number {
  let { y } = box
  for (const line of breakLines(lettersOf(page, text, type), box.width)) {
    const runs = visualRuns(line)
    const width = runs.reduce((sum, run) => sum + widthOf(page, run, type), 0)
    let x = box.align === 'right' ? box.at + box.width - width : box.at
    page.fillColor(type.colour)
    for (const run of runs) {
      // Measuring has also set the run's font.
      const runWidth = widthOf(page, run, type)
      const baseline = y + type.size * ASCENT
      page.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      x += runWidth
    }
    y += lineHeight(type)
  }
  page.y = y
  return y
}

export const heightOfText = (page: Page, text: string, width: number, type: Type) =>
  breakLines(lettersOf(page, text, type), width).length * lineHeight(type)

const lineHeight = ({ size }: Type) => size * LINE_HEIGHT + LINE_GAP

/** Each grapheme with the face that prints it. Emoji are left out where no face has them. */
function lettersOf(page: Page, text: string, type: Type): Letter[] {
  // A variation selector chooses between forms of a letter; the letter itself stays.
  const plain = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\uFE00-\uFE0F]/g, '')
  const findFace = facesFor(plain, type.weight)
  return Array.from(graphemes.segment(plain)).flatMap(({ segment }) => {
    const face = findFace(segment)
    // Joined scripts come out a little wider than they are printed.
    if (face) return [{ text: segment, face, width: widthOf(page, { text: segment, face }, type) }]
    return EMOJI.test(segment) ? [] : lettersOf(page, MISSING, type)
  })
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u

/** Scripts that are written without spaces. */
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function breakLines(letters: Letter[], width: number): Letter[][] {
  const lines: Letter[][] = []
  let line: Letter[] = []
  for (const letter of letters) {
    line.push(letter)
    if (letter.text === ' ' || widthOfLetters(line) <= width || line.length === 1) continue
    const end = lastBreak(line)
    lines.push(line.slice(0, end))
    line = line.slice(end)
  }
  return [...lines, line].map(trimmed).filter((one) => one.length > 0)
}

const widthOfLetters = (line: Letter[]) => line.reduce((sum, { width }) => sum + width, 0)

/** After the last space or letter of a script without spaces; in a word that alone is too long, before its last. */
function lastBreak(line: Letter[]) {
  const before = line.slice(0, -1)
  const end = before.findLastIndex(({ text }) => text === ' ' || BREAKS_ANYWHERE.test(text)) + 1
  return end > 0 ? end : before.length
}

function trimmed(line: Letter[]) {
  const start = line.findIndex(({ text }) => text !== ' ')
  const end = line.findLastIndex(({ text }) => text !== ' ') + 1
  return start < 0 ? [] : line.slice(start, end)
}

type Run = { text: string; face: Face }

/** The line in pieces of one face and direction, from left to right. The text of each stays in reading order. */
function visualRuns(line: Letter[]): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line.map(({ text }) => text).join(''), 'ltr')
  const runs: (Run & { level: number })[] = []
  let offset = 0
  for (const { text, face } of line) {
    const level = levels[offset] ?? 0
    offset += text.length
    const drawn = (level % 2 === 1 && bidi.getMirroredCharacter(text)) || text
    const last = runs.at(-1)
    if (last?.face === face && last.level === level) last.text += drawn
    else runs.push({ text: drawn, face, level })
  }
  return reorder(runs)
}

/** Rule L2 of the Unicode bidirectional algorithm, on whole runs. */
function reorder<Item extends { level: number }>(runs: Item[]): Item[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  let ordered = runs
  for (let level = highest; level > 0; level--) {
    const next: Item[] = []
    let stretch: Item[] = []
    for (const run of ordered) {
      if (run.level >= level) stretch.unshift(run)
      else {
        next.push(...stretch, run)
        stretch = []
      }
    }
    ordered = [...next, ...stretch]
  }
  return ordered
}

function widthOf(page: Page, { text, face }: Run, { size }: Type) {
  if (face.data) page.registerFont(face.name, face.data)
  page.font(face.name).fontSize(size)
  return page.widthOfString(text)
}
