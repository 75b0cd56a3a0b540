import type { Config } from './config.ts'
import { createDiskStorage } from './file-storage/disk.ts'
import type { FileStorage } from './file-storage/storage.ts'

export { BucketError, type ByteRange, type FileStorage } from './file-storage/storage.ts'

export async function openFileStorage(
  config: Pick<Config, 'dataDir' | 's3'>,
): Promise<FileStorage> {
  if (!config.s3) return createDiskStorage(config.dataDir)
  // The client is large, and most shops store on disk.
  const { createS3Storage } = await import('./file-storage/s3.ts')
  return createS3Storage(config.s3)
}
