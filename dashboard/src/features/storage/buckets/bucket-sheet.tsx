import { updateStorageBucket, type StorageBucket } from '@stoa/contract/services/storage/members'
import { MAX_FILE_SIZE } from '@stoa/contract/services/storage/settings'
import { type ReactNode } from 'react'
import { checkedBy, sentTo } from '../../../components/form/checked-by.ts'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { formProblem } from '../../../components/form/form-problem.ts'
import { parseNameList } from '../../../components/settings/name-list.ts'
import { Toggle } from '../../../components/settings/toggle.tsx'
import { hasErrorCode } from '../../../data/client/api-error.ts'
import {
  useCreateBucket,
  useUpdateBucket,
  type BucketOptions,
} from '../../../data/resources/services/storage/buckets.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { SizeField } from '../size-field.tsx'
import { bucketNameProblem, typeProblem } from './bucket-problems.ts'

type NewBucketSheetProps = {
  projectRef: string
  onCreated: (id: string) => void
  onClose: () => void
}

const EMPTY: BucketOptions = { public: false, file_size_limit: null, allowed_mime_types: null }

const BucketName = z.object({ name: checkedBy(bucketNameProblem) })

export function NewBucketSheet({ projectRef, onCreated, onClose }: NewBucketSheetProps) {
  const create = useCreateBucket(projectRef)
  const { values, body, problems, showProblems, isDirty, change } = useForm({
    values: { name: '' },
    schema: BucketName,
  })
  const isTaken = hasErrorCode(create.error, 'BucketAlreadyExists')
  return (
    <BucketForm
      title="New bucket"
      submitLabel="Create bucket"
      initial={EMPTY}
      isDirty={isDirty}
      pending={create.isPending}
      error={isTaken ? null : create.error}
      showProblems={showProblems}
      onSubmit={(options) =>
        body &&
        create.mutate({ id: body.name, ...options }, { onSuccess: () => onCreated(body.name) })
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        description="Used in URLs; can’t be changed."
        error={isTaken ? 'A bucket with this name already exists.' : problems.name}
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            autoComplete="off"
            value={values.name}
            onChange={(event) => {
              create.reset()
              change({ name: event.target.value })
            }}
          />
        )}
      </Field>
    </BucketForm>
  )
}

type EditBucketSheetProps = { projectRef: string; bucket: StorageBucket; onClose: () => void }

export function EditBucketSheet({ projectRef, bucket, onClose }: EditBucketSheetProps) {
  const update = useUpdateBucket(projectRef, bucket.id)
  return (
    <BucketForm
      title={
        <>
          Edit <span className="font-mono">{bucket.id}</span>
        </>
      }
      submitLabel="Save"
      initial={bucket}
      pending={update.isPending}
      error={update.error}
      onSubmit={(options) => update.mutate(options, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

type BucketFormProps = {
  title: ReactNode
  submitLabel: string
  initial: BucketOptions
  /** Whether the fields above were changed. */
  isDirty?: boolean
  pending: boolean
  error: Error | null
  /** Shows the problems of the fields above. */
  showProblems?: (() => void) | undefined
  onSubmit: (options: BucketOptions) => void
  onClose: () => void
  /** Fields above those that every bucket has. */
  children?: ReactNode
}

type BucketValues = { isPublic: boolean; limit: number | null; types: string }

const BUCKET = sentTo(
  updateStorageBucket,
  ({ isPublic, limit, types }: BucketValues) => ({
    public: isPublic,
    file_size_limit: limit,
    allowed_mime_types: types.trim() === '' ? null : parseNameList(types),
  }),
  ({ limit, types }) => ({
    limit:
      limit === null || (limit >= 1 && limit <= MAX_FILE_SIZE)
        ? undefined
        : 'Enter a size between 1 byte and 500 GB, or leave the field empty.',
    types: typeProblem(parseNameList(types)),
  }),
)

function BucketForm({ initial, isDirty = false, children, ...props }: BucketFormProps) {
  const {
    values,
    body,
    problems,
    showProblems: showOwn,
    change,
    isDirty: isOwnDirty,
  } = useForm({
    values: {
      isPublic: initial.public ?? false,
      limit: initial.file_size_limit ?? null,
      types: (initial.allowed_mime_types ?? []).join(', '),
    },
    schema: BUCKET,
  })
  const { isPublic, types } = values
  const { showProblems: showAbove } = props
  const showAll = () => {
    showAbove?.()
    showOwn?.()
  }
  return (
    <Sheet open title={props.title} onClose={props.onClose}>
      <SheetForm
        submitLabel={props.submitLabel}
        isDirty={isDirty || isOwnDirty}
        pending={props.pending}
        problem={formProblem(props.error)}
        showProblems={(showAbove ?? showOwn) ? showAll : undefined}
        onSubmit={() => body && props.onSubmit(body)}
        onCancel={props.onClose}
      >
        {children}
        <Toggle
          label="Public bucket"
          description={
            isPublic
              ? 'Anyone with the URL of a file can download it, signed in or not. Uploading still requires a policy.'
              : 'Downloads require a policy that allows them, or a signed link.'
          }
        >
          {(control) => (
            <Switch
              {...control}
              checked={isPublic}
              onCheckedChange={(isOn) => change({ isPublic: isOn })}
            />
          )}
        </Toggle>
        <SizeField
          label="Maximum file size"
          isOptional
          initial={initial.file_size_limit ?? null}
          description="Leave empty to use the project’s limit. A higher limit has no effect."
          error={problems.limit}
          onValueChange={(bytes) => change({ limit: bytes })}
        />
        <Field
          label="Allowed MIME types"
          aside="optional"
          description="Separate with commas. image/* allows all images. Leave empty to allow all types."
          error={problems.types}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              placeholder="image/*, application/pdf"
              value={types}
              onChange={(event) => change({ types: event.target.value })}
            />
          )}
        </Field>
      </SheetForm>
    </Sheet>
  )
}
