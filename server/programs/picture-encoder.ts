/** Encodes pictures for a web process, which starts it; see platform/picture-encoder.ts. */
import { encodePicture } from '../modules/media/index.ts'
import type { EncodingAnswer, EncodingRequest } from '../platform/picture-encoder.ts'

process.on('message', async ({ id, task }: EncodingRequest) => {
  const answer: EncodingAnswer = await encodePicture(task).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, error: String(error) }),
  )
  process.send?.(answer)
})
// Without its web process nothing would stop it.
process.once('disconnect', () => process.exit(0))
