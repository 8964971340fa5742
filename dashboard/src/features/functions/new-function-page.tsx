import { FunctionFiles, FunctionSlug } from '@stoa/contract/services/functions/members'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../components/form/use-form.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import { useDeployFunction } from '../../data/resources/services/functions/functions.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { PageForm } from '../../ui/layout/page-header.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { CodeCheck } from './code-check.tsx'
import { FileEditor } from './file-editor.tsx'
import type { SourceFile } from './source-file.ts'
import { sourceProblem, type SourcePlace, type SourceProblem } from './source-problem.ts'
import { TEMPLATES, type Template } from './templates.ts'

const ENTRYPOINT = 'index.ts'
const filesOf = ({ code }: Template): readonly SourceFile[] => [
  { path: ENTRYPOINT, content: code, encoding: 'utf8' },
]

type NewFunctionPageProps = {
  projectRef: string
  onCreated: (slug: string) => void
  onCancel: () => void
}

/** Creates a function from a template. */
export function NewFunctionPage({ projectRef, onCreated, onCancel }: NewFunctionPageProps) {
  return (
    <ProjectPage
      width="form"
      projectRef={projectRef}
      title="New function"
      parents={[
        {
          label: 'Functions',
          link: { to: '/project/$ref/functions', params: { ref: projectRef } },
        },
      ]}
      needs={['functions:write']}
      forbidden="This page deploys a new function."
    >
      <NewFunctionForm projectRef={projectRef} onCreated={onCreated} onCancel={onCancel} />
    </ProjectPage>
  )
}

type NewFunction = { name: string; templateId: string; files: readonly SourceFile[] }

const NewFunction = z.object({
  name: z.string().trim().pipe(FunctionSlug),
  templateId: z.string(),
  files: FunctionFiles.shape.files,
})
type Deployed = z.infer<typeof NewFunction>

const templateOf = ({ templateId }: Pick<NewFunction, 'templateId'>): Template =>
  TEMPLATES.find(({ id }) => id === templateId) ?? TEMPLATES[0]

function NewFunctionForm({ projectRef, onCreated, onCancel }: NewFunctionPageProps) {
  const deploy = useDeployFunction(projectRef)
  const [place, setPlace] = useState<SourcePlace>()
  const [codeProblems, setCodeProblems] = useState<readonly SourceProblem[]>([])
  const { values, problems, change, state } = useForm<NewFunction, Deployed, { slug: string }>({
    values: { name: '', templateId: TEMPLATES[0].id, files: filesOf(TEMPLATES[0]) },
    schema: NewFunction,
    mutation: {
      ...deploy,
      mutate: (body, callbacks) =>
        deploy.mutate(
          {
            slug: body.name,
            files: body.files,
            entrypoint_path: ENTRYPOINT,
            verify_jwt: templateOf(body).verifiesJwt,
            expected_version: 0,
          },
          callbacks,
        ),
    },
    onSuccess: ({ slug }) => onCreated(slug),
    onError(error) {
      const problem = sourceProblem(errorMessage(error))
      setCodeProblems(problem ? [problem] : [])
      setPlace(problem)
    },
  })
  const { name, files } = values
  const template = templateOf(values)
  const editor = useRef<HTMLDivElement>(null)
  const [replacing, setReplacing] = useState<Template>()
  const isEdited = files.length !== 1 || files[0]?.content !== template.code
  const start = (next: Template) => {
    change({ templateId: next.id, files: filesOf(next) })
    setReplacing(undefined)
  }
  return (
    <PageForm
      submitLabel="Deploy function"
      {...state}
      failure="Could not deploy the function"
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" description="Used in the URL; can’t be changed." error={problems.name}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              placeholder="hello-world"
              value={name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Template"
          description={`${template.description}. ${template.verifiesJwt ? 'Callers need a valid JWT or API key.' : 'Anyone can call it without a JWT.'}`}
        >
          {(control) => (
            <Select
              {...control}
              value={template.id}
              options={TEMPLATES.map(({ id, label, description }) => ({
                value: id,
                label,
                description,
              }))}
              onValueChange={(id) => {
                const next = TEMPLATES.find((each) => each.id === id) ?? TEMPLATES[0]
                if (isEdited) setReplacing(next)
                else start(next)
              }}
            />
          )}
        </Field>
      </div>
      <div ref={editor}>
        <FileEditor
          files={files}
          entrypoint={ENTRYPOINT}
          place={place}
          problems={codeProblems}
          onChange={(next) => change({ files: next })}
          onSave={() => editor.current?.closest('form')?.requestSubmit()}
        />
      </div>
      <CodeCheck
        projectRef={projectRef}
        files={files}
        entrypoint={ENTRYPOINT}
        onShow={setPlace}
        onChecked={setCodeProblems}
      />
      <ConfirmDialog
        visible={replacing !== undefined}
        variant="danger"
        size="md"
        title="Replace your code?"
        description={`The template ${replacing?.label ?? ''} replaces all files of this form.`}
        confirmLabel="Replace code"
        onCancel={() => setReplacing(undefined)}
        onConfirm={() => replacing && start(replacing)}
      />
    </PageForm>
  )
}
