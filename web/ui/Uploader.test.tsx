import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rowsOf, Uploader } from './Uploader.tsx'
import type { UploadItem } from './upload-list.ts'

test('the field has a name, a description, an error and the files of the form', () => {
  const markup = renderToStaticMarkup(
    <Uploader
      purpose="review"
      label="Photos or video"
      hint="Up to 5 files"
      error="Please upload at least one image"
      maxFiles={5}
      value={['/files/a-20x20.jpg', '/files/b-video.mp4']}
      onChange={() => {}}
    />,
  )
  const idOf = (words: string) => new RegExp(`id="([^"]+)"[^>]*>${words}<`).exec(markup)?.[1]
  const ids = ['Photos or video', 'Choose files', 'Up to 5 files', 'Please upload'].map((words) =>
    idOf(`${words}[^<]*`),
  )
  expect(markup).toContain(`aria-labelledby="${ids[0]} ${ids[1]}"`)
  expect(markup).toContain(`aria-describedby="${ids[2]} ${ids[3]}"`)
  expect(markup).toContain('aria-invalid="true"')
  expect(markup).toContain('accept="image/jpeg,image/png,image/webp,image/gif,image/avif,video/mp4')
  expect(markup).toContain('aria-label="Remove Picture 1"')
  expect(markup).toContain('aria-label="Remove Video 2"')
})

test('a single picture can be replaced, and videos can be left out', () => {
  const markup = renderToStaticMarkup(
    <Uploader
      purpose="review"
      accept="images"
      label="Portrait"
      maxFiles={1}
      value={['/files/a-20x20.jpg']}
      onChange={() => {}}
    />,
  )
  expect(markup).toContain('Choose another file')
  expect(markup).not.toContain('video/mp4')
  expect(markup).not.toMatch(/\smultiple/)
})

test('files are shown in the order in which they were chosen, whichever arrives first', () => {
  const item = (id: number, state: UploadItem['state']): UploadItem => ({
    ...{ id, state, batch: 1, name: `${id}`, preview: '', isVideo: false, progress: 0 },
    url: state === 'done' ? `/files/${id}` : undefined,
  })
  const items = [item(1, 'sending'), item(2, 'done'), item(3, 'failed')]
  const rows = rowsOf(['/files/earlier.jpg', '/files/2'], items)
  expect(rows.map(({ name }) => name)).toEqual(['Picture 1', '1', '2', '3'])
  // The form sorted them: what it says counts.
  const sorted = rowsOf(['/files/2', '/files/earlier.jpg'], items)
  expect(sorted.map(({ name }) => name)).toEqual(['2', 'Picture 2', '1', '3'])
})
