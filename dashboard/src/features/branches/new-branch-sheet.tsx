import { createBranch, type Branch, type BranchContent } from '@stoa/contract/platform/branches'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { sentTo } from '../../components/form/checked-by.ts'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useCreateBranch, type NewBranch } from '../../data/resources/platform/branches.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { ContentField } from './content-field.tsx'
import { MomentFields } from './moment-fields.tsx'

const DAY_MS = 24 * 3_600_000
const LIFETIMES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const
const PERSISTENT = {
  value: 'persistent',
  label: 'Until someone deletes it',
  description: 'A persistent branch, such as staging. Only owners and administrators change it.',
} as const
type Lifetime = (typeof LIFETIMES)[number]['value'] | 'persistent'

type BranchDraft = {
  name: string
  from: string
  content: BranchContent
  state: 'present' | 'past'
  /** The past moment, as the field for dates has it: in the time zone of the browser. */
  moment: string
  lifetime: Lifetime
}

const bodyOf = ({ name, content, state, moment, lifetime }: BranchDraft) => ({
  name: name.trim(),
  content,
  copied_from: state === 'past' && isMoment(moment) ? new Date(moment).toISOString() : null,
  is_persistent: lifetime === 'persistent',
  expires_at:
    lifetime === 'persistent'
      ? null
      : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
})

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

const SCHEMA = sentTo(createBranch, bodyOf, ({ name, state, moment }) => ({
  name: name.trim() === '' ? 'Enter a name.' : undefined,
  moment: state === 'past' && !isMoment(moment) ? 'Enter a date and a time.' : undefined,
}))

type NewBranchSheetProps = {
  project: ProjectDetail
  branches: readonly Branch[]
  onClose: () => void
}

/** Creates a branch of the open project or of one of its branches. */
export function NewBranchSheet({ project, branches, onClose }: NewBranchSheetProps) {
  const create = useCreateBranch()
  const canManage = project.abilities.includes('branch:manage')
  const form = useForm<BranchDraft, Omit<NewBranch, 'from'>>({
    schema: SCHEMA,
    values: {
      name: '',
      from: project.ref,
      content: 'data',
      state: 'present',
      moment: '',
      lifetime: '7',
    },
    mutation: {
      ...create,
      mutate: (body, callbacks) => create.mutate({ ...body, from: form.values.from }, callbacks),
    },
    onSuccess: onClose,
    errorField: 'name',
  })
  const { values, change, state } = form
  return (
    <Sheet open title="Create branch" onClose={onClose}>
      <SheetForm {...state} submitLabel="Create branch" onCancel={onClose}>
        <InputField
          form={form}
          name="name"
          label="Name"
          description="For example the name of a Git branch. Letters, digits and . _ - / are allowed."
          maxLength={100}
          autoComplete="off"
          className="font-mono"
        />
        <FormField form={form} name="from" label="Copy from">
          {(attributes, value, changeFrom) => (
            <Select
              {...attributes}
              value={value}
              options={branches.map(({ project_ref, name, is_default }) => ({
                value: project_ref,
                label: is_default ? `${name} (production)` : name,
              }))}
              onValueChange={changeFrom}
            />
          )}
        </FormField>
        <MomentFields form={form} />
        <ContentField
          projectRef={project.ref}
          value={values.content}
          onValueChange={(content) => change({ content })}
        />
        <FormField form={form} name="lifetime" label="Keep for">
          {(attributes, value, changeLifetime) => (
            <Select
              {...attributes}
              value={value}
              options={canManage ? [...LIFETIMES, PERSISTENT] : LIFETIMES}
              onValueChange={changeLifetime}
            />
          )}
        </FormField>
        <CopyNotice content={values.content} />
      </SheetForm>
    </Sheet>
  )
}

const COPIED = {
  anonymized:
    'All tables with their rows, of which the chosen columns have new values, files, settings, and edge functions with their secrets.',
  data: 'All tables with their rows, users, files, settings, and edge functions with their secrets.',
  schema:
    'The structure of the database, its policies, buckets, cron jobs, settings, and edge functions with their secrets. Rows, users, files, webhooks and vault secrets are not.',
} as const

const NEW = {
  data: 'URL, API keys and database password. Users have to sign in again. Cron jobs and webhooks are switched off.',
  anonymized:
    'URL, API keys and database password. Users have to sign in again. Cron jobs and webhooks are switched off.',
  schema: 'URL, API keys and database password. Cron jobs are paused.',
} as const

function CopyNotice({ content }: { content: BranchDraft['content'] }) {
  return (
    <dl className="grid gap-3 rounded-md border p-3">
      <div>
        <dt className="font-medium">Copied</dt>
        <dd className="text-muted">{COPIED[content]}</dd>
      </div>
      <div>
        <dt className="font-medium">New in the branch</dt>
        <dd className="text-muted">{NEW[content]}</dd>
      </div>
    </dl>
  )
}
