import { signStorageUpload } from '@stoa/contract/operations/services/storage/members'
import type { Call } from '../../../client/api.ts'
import { sendFile, type SendFileOptions } from '../../../client/file-transfer.ts'
import { abandonUpload, sendResumable } from '../../../client/resumable-upload.ts'

/** Smaller files are sent in a single request, which is faster. */
const RESUMABLE_BYTES = 6 * 1024 * 1024
/** A token is valid for two hours; a new one is requested before that. */
const TOKEN_MS = 60 * 60 * 1000

type FileToUpload = { name: string; file: File; replace: boolean }

/** The URL at which an interrupted upload of a file continues. */
type Unfinished = Omit<FileToUpload, 'file'> & { address: string; token: string }

/** Uploads to a bucket with signed URLs, so that the browser needs no key of the project. */
export function createUploads(call: Call, params: { ref: string; bucket: string }) {
  const unfinished = new WeakMap<File, Unfinished>()
  const sign = ({ name, replace }: Omit<FileToUpload, 'file'>, signal?: AbortSignal) =>
    call(signStorageUpload, { params, body: { name, replace }, ...(signal && { signal }) })

  async function sendLarge({ file, ...target }: FileToUpload, options: SendFileOptions) {
    const { name, replace } = target
    const before = unfinished.get(file)
    const isSame = before?.name === name && before.replace === replace
    let signed = await sign(target, options.signal)
    let signedAt = performance.now()
    await sendResumable(file, {
      ...options,
      endpoint: resumableUrl(signed.url),
      from: isSame ? before.address : undefined,
      onAddress: (address) => unfinished.set(file, { name, replace, address, token: signed.token }),
      metadata: {
        bucketName: params.bucket,
        objectName: name,
        contentType: file.type || 'application/octet-stream',
      },
      token: async () => {
        if (performance.now() - signedAt > TOKEN_MS) {
          signed = await sign(target, options.signal)
          signedAt = performance.now()
        }
        return signed.token
      },
    })
    unfinished.delete(file)
  }

  return {
    /**
     * Uploads a file. Without `replace`, fails with `KeyAlreadyExists` if the name is taken. A large
     * file that was interrupted continues where it stopped.
     */
    async upload(upload: FileToUpload, options: SendFileOptions): Promise<void> {
      if (upload.file.size >= RESUMABLE_BYTES) return sendLarge(upload, options)
      const { url } = await sign(upload, options.signal)
      await sendFile(url, upload.file, options)
    },

    /** Deletes the uploaded part of a file that will not be continued. */
    async abandon(file: File): Promise<void> {
      const begun = unfinished.get(file)
      unfinished.delete(file)
      // If this fails, the server deletes the part when the upload expires.
      if (begun) await abandonUpload(begun.address, begun.token).catch(() => undefined)
    },
  }
}

/** The endpoint for resumable uploads, next to that of a signed upload. */
const resumableUrl = (signedUrl: string): string =>
  `${signedUrl.slice(0, signedUrl.indexOf('/object/upload/sign/'))}/upload/resumable/sign`
