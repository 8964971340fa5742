import type { Readable } from 'node:stream'
import type { Usage } from './usage.ts'

/**
 * Where the content of one project's objects is stored. Content is immutable and known by its
 * version, an id that the server makes; names of buckets and objects never reach a backend.
 *
 * An upload is staged, published, and settled. Only after `publish` may a row refer to the version;
 * `settle` says that the row is committed. What a crash leaves between these steps is listed by
 * `unsettled`, so that recovery asks only about uploads that were in progress.
 */
export type ObjectStore = {
  /** The size of the content. Every staged byte counts, and is refused at the limit. */
  readonly usage: Usage
  /**
   * Receives the whole body, which is durable only when it is published. After a rejection nothing
   * of it remains, and the rest of the body is unread.
   */
  stage(version: string, body: Readable, options?: StageOptions): Promise<StagedContent>
  /** Stages the content of another version. Rejects with `ContentMissing` if there is none. */
  stageCopy(version: string, from: string): Promise<void>
  /**
   * Stages the contents of other versions, one after another. Rejects with `ContentMissing` if one
   * of them has none.
   */
  stageJoin(version: string, from: readonly string[]): Promise<void>
  /**
   * Stages a file of the project's folder without copying it. The file must not change any more.
   * Rejects with `ContentMissing` if there is none.
   */
  stageFile(version: string, file: string): Promise<StagedContent>
  /** Makes staged content readable under its version, durably. */
  publish(version: string): Promise<void>
  /** Ends an upload whose row is committed. */
  settle(version: string): Promise<void>
  /** Removes an upload that will have no row, at whatever step it is. */
  discard(version: string): Promise<void>
  /** Opens published content, or a part of it. Rejects with `ContentMissing` if there is none. */
  read(version: string, range?: ByteRange): Promise<Readable>
  /** Removes published content. Versions without content are ignored. */
  remove(versions: readonly string[]): Promise<void>
  /** Uploads that have begun and are neither settled nor discarded. */
  unsettled(): Promise<readonly string[]>
  /** Published versions that are at least this old, in groups of limited size. */
  published(olderThan: Date): AsyncIterable<readonly string[]>
  /** Notes the size for the next start, and that nothing is in progress if that is so. */
  close(): Promise<void>
}

export type StageOptions = {
  /** Rejects with `ContentTooLarge` as soon as the body is longer. */
  readonly maxBytes?: number
  /**
   * The minimum length of the body; it is refused unread if the project's limit has no room for it.
   */
  readonly minBytes?: number
  /** The maximum length of the body in bytes, if it is known. */
  readonly atMostBytes?: number
}

export type StagedContent = {
  readonly size: number
  /** The MD5 digest in hexadecimal, which is also the ETag of an object. */
  readonly md5: string
}

/** Positions of the first and the last byte. */
export type ByteRange = { readonly start: number; readonly end: number }

export class ContentMissing extends Error {}
export class ContentTooLarge extends Error {}
