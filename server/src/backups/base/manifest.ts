import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The files of a base backup with their checksums, as Postgres lists them. */
export type Manifest = ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>

const File = z
  .object({
    Path: z.string().optional(),
    // Names that are not UTF-8, in hexadecimal digits.
    'Encoded-Path': z.string().optional(),
    Size: z.number(),
    'Checksum-Algorithm': z.literal('SHA256'),
    Checksum: z.string(),
  })
  .transform((file) => ({
    // One character for each byte, as the names in a tar.
    path: (file.Path === undefined
      ? Buffer.from(file['Encoded-Path'] ?? '', 'hex')
      : Buffer.from(file.Path)
    ).toString('latin1'),
    bytes: file.Size,
    sha256: file.Checksum,
  }))
const Text = z.object({ Files: z.array(File), 'Manifest-Checksum': z.string() })

/** Throws if the text is not a manifest, or is not what its own checksum is of. */
export function parseManifest(text: Buffer): Manifest {
  const { Files, 'Manifest-Checksum': checksum } = Text.parse(JSON.parse(text.toString('utf8')))
  // The checksum is of everything before its own line.
  const end = text.lastIndexOf('"Manifest-Checksum"')
  const actual = createHash('sha256').update(text.subarray(0, end)).digest('hex')
  if (actual !== checksum) throw new Error('The checksum of the manifest is wrong')
  return new Map(Files.map(({ path, ...file }) => [path, file]))
}
