import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ByteRange } from './object-store.ts'

/**
 * Where a project's published content is stored: on the disk, or in a bucket of another S3 server.
 * Versions are validated by the callers. Uploads are staged as local files in either case.
 */
export type ContentPlace = {
  /**
   * Makes a staged file the content of the version. Resolves when it is durable. `file` is the staged
   * file if it is still open, so that it need not be opened again; the caller closes it.
   */
  publish(version: string, staged: string, file?: FileHandle): Promise<void>
  /**
   * Stages the content of another version as a file that `publish` understands. Rejects with
   * `ContentMissing`.
   */
  stageCopy(from: string, staged: string): Promise<void>
  /** Opens content or a part of it. Rejects with `ContentMissing`. */
  read(version: string, range?: ByteRange): Promise<Readable>
  /** 0 if there is no such content. */
  sizeOf(version: string): Promise<number>
  /** Removes the content and resolves to its bytes; undefined if it was not there. */
  remove(version: string): Promise<number | undefined>
  /** Every version with its bytes and the time of its publication, in any order. */
  list(): AsyncIterable<PublishedContent>
  /** Absent if every upload is first staged as a file. */
  readonly direct?: DirectWrites
}

/**
 * Small content that is written directly to its place, which needs fewer changes of directories.
 */
export type DirectWrites = {
  /** Makes bytes the content of the version. Resolves when it is durable. */
  write(version: string, bytes: Buffer): Promise<void>
  /**
   * Reports that the row is committed, or the content removed. Returns whether `write` wrote it.
   */
  settle(version: string): boolean
  /** Versions whose row may be missing, and others that were written next to them. */
  unsettled(): Promise<readonly string[]>
  /** Tells the next start that nothing is in progress, if that is so. */
  close(): Promise<void>
}

export type PublishedContent = {
  readonly version: string
  readonly size: number
  readonly publishedAt: Date
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text has the format of this server's versions. */
export const isVersion = (text: string): boolean => VERSION.test(text)
