import { Download } from 'lucide-react'
import { errorMessage } from '../../../../data/client/api-error.ts'
import { useReadSchemaDefinition } from '../../../../data/resources/services/meta/diagram.ts'
import { downloadBlob } from '../../../../lib/download-blob.ts'
import { downloadText } from '../../../../lib/download-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { copyText } from '../../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../../ui/menus/dropdown-menu.tsx'
import type { DiagramModel, Positions } from '../diagram-model.ts'
import { toMarkdown } from './diagram-markdown.ts'
import { toSvg } from './diagram-svg.ts'
import { readPalette } from './read-palette.ts'
import { toPng } from './to-png.ts'

type ExportMenuProps = {
  projectRef: string
  model: DiagramModel
  places: Positions | undefined
}

/** Downloads the picture, and the schema as SQL or Markdown. */
export function ExportMenu({ projectRef, model, places }: ExportMenuProps) {
  const readDefinition = useReadSchemaDefinition(projectRef)
  const { schema } = model
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toast.error(`Could not export the schema. ${errorMessage(error)}`)
    }
  }
  const picture = (to: Positions) => toSvg(model, to, readPalette())
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download /> Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {places && (
          <>
            <DropdownMenuItem
              onSelect={() =>
                void attempt(async () =>
                  downloadBlob({
                    content: await toPng(picture(places)),
                    fileName: `${schema}.png`,
                  }),
                )
              }
            >
              Download PNG
            </DropdownMenuItem>
            <DropdownMenuItem
              onSelect={() =>
                downloadText({
                  text: picture(places).text,
                  fileName: `${schema}.svg`,
                  type: 'image/svg+xml',
                })
              }
            >
              Download SVG
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        )}
        <DropdownMenuItem
          onSelect={() =>
            void attempt(async () =>
              downloadText({
                text: await readDefinition(schema),
                fileName: `${schema}.sql`,
                type: 'application/sql',
              }),
            )
          }
        >
          Download SQL
        </DropdownMenuItem>
        <DropdownMenuItem
          onSelect={() =>
            void attempt(async () => {
              if (await copyText(() => readDefinition(schema))) toast.success('SQL copied')
            })
          }
        >
          Copy SQL
        </DropdownMenuItem>
        <DropdownMenuItem
          onSelect={() =>
            void attempt(async () => {
              if (await copyText(toMarkdown(model))) toast.success('Markdown copied')
            })
          }
        >
          Copy as Markdown
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
