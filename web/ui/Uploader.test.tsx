import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { uploadRules } from '#web/lib/upload-file.ts'
import { Uploader } from './Uploader.tsx'

const { problemWith: forReview, accept } = uploadRules('review')
const { problemWith: forProduct } = uploadRules('product')
const MB = 1024 * 1024

const fileOf = (name: string, type: string, size = 1) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

test.each([
  [forProduct, fileOf('a.txt', 'text/plain'), 'a.txt is not an image'],
  [forProduct, fileOf('a.svg', 'image/svg+xml'), 'a.svg is not an image'],
  [forProduct, fileOf('a.mp4', 'video/mp4'), 'a.mp4 is not an image'],
  [forProduct, fileOf('a.png', 'image/png', 5 * MB + 1), 'File "a.png" is larger than 5MB'],
  [forProduct, fileOf('a.png', 'image/png', 5 * MB), undefined],
  [forReview, fileOf('a.mp4', 'video/mp4', 25 * MB), undefined],
  [forReview, fileOf('a.mp4', 'video/mp4', 25 * MB + 1), 'File "a.mp4" is larger than 25MB'],
  [forReview, fileOf('a.mov', 'video/quicktime'), 'a.mov is not an image or a video (MP4 or WebM)'],
])('%#: a file that would be refused is not even sent', (problemWith, file, words) => {
  expect(problemWith(file)).toBe(words)
})

test('the field has a name, a description and what was uploaded earlier', () => {
  const markup = renderToStaticMarkup(
    <Uploader
      {...uploadRules('review')}
      label="Photos or video"
      hint="Up to 5 files"
      max={5}
      tooMany="Up to 5 files"
      initial={[{ url: '/files/a.jpg', name: 'Photo 1', isVideo: false }]}
      onChange={() => {}}
    />,
  )
  expect(markup).toContain('<legend class="mb-1.5 font-medium text-sm">Photos or video</legend>')
  expect(markup).toContain(`accept="${accept.join(',')}"`)
  expect(markup).toMatch(/aria-describedby="([^"]+)"[\s\S]*<span id="\1"/)
  expect(markup).toContain('aria-label="Remove Photo 1"')
  expect(markup).toContain('1 of 1 files uploaded.')
})
