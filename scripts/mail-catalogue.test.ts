import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { templates } from '#emails/catalogue.ts'

const docs = path.resolve(import.meta.dirname, '../docs')
const page = readFileSync(path.join(docs, 'mails.md'), 'utf8')

test.each(Object.values(templates))('docs/mails.md shows $id', ({ id, name }) => {
  expect(page).toContain(`### ${name}\n`)
  for (const device of ['desktop', 'phone']) {
    const picture = `mails/${id}-${device}.webp`
    expect(page).toContain(picture)
    expect(existsSync(path.join(docs, picture)), picture).toBe(true)
  }
})
