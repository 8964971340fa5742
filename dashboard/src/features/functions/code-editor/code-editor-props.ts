import type { SourceFile } from '../source-file.ts'
import type { SourcePlace, SourceProblem } from '../source-problem.ts'

export type CodeEditorProps = {
  files: readonly SourceFile[]
  /** The path of the open file. */
  path: string
  readOnly: boolean
  /** Each new value opens the file and selects the line. */
  place: SourcePlace | undefined
  /** Problems that stay marked until the text of the file changes. */
  problems: readonly SourceProblem[]
  onChange: (files: readonly SourceFile[]) => void
  onOpen: (path: string) => void
  onSave: () => void
}
