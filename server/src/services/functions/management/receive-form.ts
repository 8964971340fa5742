import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import {
  MAX_BUNDLE_BYTES,
  MAX_FUNCTION_FILE_BYTES,
  MAX_FUNCTION_FILES,
} from '@stoa/contract/services/functions/members'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.ts'
import { bundleTooLarge, fileTooLarge, tooManyFiles, type BundleFile } from '../versions/bundle.ts'

/** Bytes for a form's boundaries and headers, in addition to its files. */
const FORM_BYTES = 1024 * 1024

export type DeploymentForm = {
  /** JSON text. */
  readonly metadata: string | undefined
  readonly files: readonly BundleFile[]
}

/** The maximum size of a deployment's body, with its boundaries and headers. */
export const MAX_FORM_BYTES: number = MAX_BUNDLE_BYTES + FORM_BYTES

/**
 * Reads the form of a deployment from its stream, which the gateway may have put before the
 * connection's. Rejects as soon as a limit is exceeded.
 */
export function receiveForm({ raw, headers, body }: FastifyRequest): Promise<DeploymentForm> {
  if (Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES)
    return Promise.reject(bundleTooLarge())
  const stream = body instanceof Readable ? body : raw
  return new Promise((resolve, reject) => {
    const files: BundleFile[] = []
    let metadata: string | undefined
    let bytes = 0
    const fail = (error: unknown) => {
      stream.unpipe(form)
      stream.resume()
      reject(error instanceof AppError ? error : malformed(error))
    }
    const form = openForm(headers['content-type'] ?? '')
    form.on('field', (name, value) => {
      if (name === 'metadata') metadata = value
    })
    form.on('file', (field, body, filename: string | undefined) => {
      const chunks: Buffer[] = []
      const path = filename ?? ''
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_BUNDLE_BYTES) fail(bundleTooLarge())
        else chunks.push(chunk)
      })
      body.once('limit', () => fail(fileTooLarge(path)))
      body.once('error', fail)
      body.once('end', () => {
        const content = Buffer.concat(chunks)
        // Clients that send the metadata as a Blob give it a file name.
        if (field === 'metadata') metadata = content.toString('utf8')
        else files.push({ path, content })
      })
    })
    form.once('filesLimit', () => fail(tooManyFiles()))
    form.once('error', fail)
    form.once('finish', () => resolve({ metadata, files }))
    stream.once('error', fail)
    raw.once('aborted', () => fail(new Error('The upload was aborted')))
    stream.pipe(form)
  })
}

function openForm(type: string): Busboy {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // Files are in folders.
      preservePath: true,
      limits: {
        fields: 20,
        // The metadata can be a file, too.
        files: MAX_FUNCTION_FILES + 1,
        fileSize: MAX_FUNCTION_FILE_BYTES,
        headerPairs: 50,
      },
    })
  } catch (cause) {
    throw malformed(cause)
  }
}

const malformed = (cause: unknown) =>
  new AppError('malformed_form', 'Could not read the form data of the deployment.', {
    status: 400,
    hint: 'Send multipart/form-data with the field "metadata" and files named "file".',
    cause,
  })
