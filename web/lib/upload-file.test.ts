import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { uploadRules, whileBusy } from './upload-file.ts'

const MB = 1024 * 1024
const review = uploadRules('review')
const product = uploadRules('product')
const beforeAfter = uploadRules('before-after', {
  texts: {
    notAccepted: ({ name }) => ({
      title: 'Invalid file type',
      message: `File "${name}" is not an image`,
    }),
    failed: () => ({
      title: 'Upload failed',
      message: 'Failed to upload images. Please try again.',
    }),
  },
})

const fileOf = (name: string, type: string, size = 1) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

const INVALID = 'Invalid file'
const LARGE = 'File too large'

test.each([
  [product, fileOf('a.txt', 'text/plain'), INVALID, 'a.txt is not an image'],
  [product, fileOf('a.svg', 'image/svg+xml'), INVALID, 'a.svg is not an image'],
  [product, fileOf('a.mp4', 'video/mp4'), INVALID, 'a.mp4 is not an image'],
  [product, fileOf('a.png', 'image/png', 5 * MB + 1), LARGE, 'File "a.png" is larger than 5MB'],
  [review, fileOf('a.mp4', 'video/mp4', 25 * MB + 1), LARGE, 'File "a.mp4" is larger than 25MB'],
  [
    review,
    fileOf('a.mov', 'video/quicktime'),
    INVALID,
    'a.mov is not an image or a video (MP4 or WebM)',
  ],
  [beforeAfter, fileOf('a.txt', 'text/plain'), 'Invalid file type', 'File "a.txt" is not an image'],
])('%#: a file that would be refused is not even sent', (rules, file, title, message) => {
  expect(rules.problemWith(file)).toEqual({ title, message, canRetry: false })
})

test.each([
  [product, fileOf('a.png', 'image/png', 5 * MB)],
  [product, fileOf('a', '')],
  [review, fileOf('a.mp4', 'video/mp4', 25 * MB)],
])('%#: a file that may be fine is sent', (rules, file) => {
  expect(rules.problemWith(file)).toBeUndefined()
})

const refusal = (code: string, status: number) => new ORPCError(code, { status, message: code })

test.each([
  ['NOT_AN_IMAGE', 415, INVALID, 'a.png is not an image', false],
  ['FILE_TOO_LARGE', 413, LARGE, 'File "a.png" is larger than 5MB', false],
  ['TOO_MANY_PIXELS', 413, 'Image too large', 'File "a.png" has more than 24 megapixels', false],
  ['SIDE_TOO_LONG', 413, 'Image too large', 'SIDE_TOO_LONG', false],
  [
    'STORAGE_UNAVAILABLE',
    503,
    'Upload failed',
    'The file could not be uploaded. Please try again.',
    true,
  ],
  ['STORAGE_FULL', 507, 'Upload failed', 'STORAGE_FULL', true],
  ['UPLOAD_QUOTA_USED', 429, 'Upload failed', 'UPLOAD_QUOTA_USED', true],
  ['TOO_MANY_REQUESTS', 429, 'Upload failed', 'TOO_MANY_REQUESTS', true],
])('%s is explained in words for the visitor', (code, status, title, message, canRetry) => {
  const problem = product.explain(fileOf('a.png', 'image/png'), refusal(code, status))
  expect(problem).toEqual({ title, message, canRetry })
})

test('a screen has its own words for a failure, and a lost connection is named', () => {
  const file = fileOf('a.png', 'image/png')
  expect(beforeAfter.explain(file, refusal('STORAGE_UNAVAILABLE', 503)).message).toBe(
    'Failed to upload images. Please try again.',
  )
  expect(product.explain(file, new TypeError('reset')).message).toMatch(/check your connection/)
})

test('while the server is busy the file is sent again, but not for ever', async () => {
  const waits: number[] = []
  const wait = async (seconds: number) => void waits.push(seconds)
  const answers = ['UPLOADS_BUSY', 'UPLOADS_BUSY', 'done']
  const send = async () => {
    const answer = answers.shift() ?? 'UPLOADS_BUSY'
    if (answer === 'UPLOADS_BUSY') throw refusal(answer, 503)
    return answer
  }
  expect(await whileBusy(send, wait)).toBe('done')
  expect(waits).toEqual([5, 5])
  await expect(whileBusy(send, wait)).rejects.toMatchObject({ code: 'UPLOADS_BUSY' })
  expect(waits).toHaveLength(13)
})

test('a file that the storage did not take is not sent again by itself', async () => {
  const send = () => Promise.reject(refusal('STORAGE_UNAVAILABLE', 503))
  const wait = () => Promise.reject(new Error('waited'))
  await expect(whileBusy(send, wait)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
})
