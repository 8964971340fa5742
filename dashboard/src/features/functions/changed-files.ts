import type { SourceFile } from './source-file.ts'

export type ChangedFile = {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** Both contents as text; an absent file is empty. Undefined if one of them is not text. */
  readonly texts: { readonly before: string; readonly after: string } | undefined
}

/** The files that differ between two versions, sorted by path. */
export function changedFiles(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): readonly ChangedFile[] {
  const old = new Map(before.map((file) => [file.path, file]))
  const now = new Map(after.map((file) => [file.path, file]))
  const paths = [...new Set([...old.keys(), ...now.keys()])].toSorted()
  return paths.flatMap((path): readonly ChangedFile[] => {
    const [left, right] = [old.get(path), now.get(path)]
    if (left?.content === right?.content && left?.encoding === right?.encoding) return []
    const isText = left?.encoding !== 'base64' && right?.encoding !== 'base64'
    const texts = isText ? { before: left?.content ?? '', after: right?.content ?? '' } : undefined
    return [{ path, kind: kindOf(left, right), texts }]
  })
}

function kindOf(before: SourceFile | undefined, after: SourceFile | undefined) {
  if (!before) return 'added'
  return after ? 'changed' : 'removed'
}
