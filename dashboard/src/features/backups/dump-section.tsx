import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { CodeBlock } from '../../ui/display/code-block.tsx'

/** The command that copies the database as SQL to a person's own computer. */
export function DumpSection({ project }: { project: ProjectDetail }) {
  if (project.connectionString === '') return null
  const major = /(\d+)(?:\.\d+)?$/.exec(project.dbVersion)?.[1]
  return (
    <section aria-labelledby="dump-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id="dump-heading" className="text-lg font-semibold">
          Download as SQL
        </h2>
        <p className="text-pretty text-muted">
          {`Run this command on your computer. It needs pg_dump ${major ?? ''} or newer, which is part of the Postgres client, and the database password in place of [YOUR-PASSWORD].`}
        </p>
      </div>
      <CodeBlock
        code={`pg_dump '${project.connectionString}' --file ${project.ref}.sql`}
        label="pg_dump command"
        wrap
      />
    </section>
  )
}
