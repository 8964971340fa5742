import { updateStorageBucket, type StorageBucket } from '@stoa/contract/services/storage/members'
import { MAX_FILE_SIZE } from '@stoa/contract/services/storage/settings'
import { type ReactNode } from 'react'
import { sentTo } from '../../../components/form/checked-by.ts'
import { useForm, type FormOf } from '../../../components/form/use-form.ts'
import { InputField } from '../../../components/form/input-field.tsx'
import { parseNameList } from '../../../components/settings/name-list.ts'
import { Toggle } from '../../../components/settings/toggle.tsx'
import { errorMessage, hasErrorCode } from '../../../data/client/api-error.ts'
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

export function NewBucketSheet({ projectRef, onCreated, onClose }: NewBucketSheetProps) {
  const create = useCreateBucket(projectRef)
  const form = useForm<BucketValues & { name: string }, BucketOptions>({
    values: { name: '', ...valuesOf(EMPTY) },
    schema: BUCKET,
    problemsOf: ({ name }) => ({ name: bucketNameProblem(name) }),
    mutation: {
      ...create,
      mutate: (options, callbacks) =>
        create.mutate({ id: form.values.name, ...options }, callbacks),
    },
    onSuccess: () => onCreated(form.values.name),
    errorField: 'name',
    errorText: (error) =>
      hasErrorCode(error, 'BucketAlreadyExists')
        ? 'A bucket with this name already exists.'
        : errorMessage(error),
  })
  return (
    <BucketForm
      title="New bucket"
      submitLabel="Create bucket"
      form={form}
      initialLimit={null}
      onClose={onClose}
    >
      <InputField
        form={form}
        name="name"
        label="Name"
        description="Used in URLs; can’t be changed."
        className="font-mono text-xs"
        autoComplete="off"
      />
    </BucketForm>
  )
}

type EditBucketSheetProps = { projectRef: string; bucket: StorageBucket; onClose: () => void }

export function EditBucketSheet({ projectRef, bucket, onClose }: EditBucketSheetProps) {
  const form = useForm<BucketValues, BucketOptions>({
    kind: 'record',
    values: valuesOf(bucket),
    schema: BUCKET,
    mutation: useUpdateBucket(projectRef, bucket.id),
    onSuccess: onClose,
  })
  return (
    <BucketForm
      title={
        <>
          Edit <span className="font-mono">{bucket.id}</span>
        </>
      }
      submitLabel="Save"
      form={form}
      initialLimit={bucket.file_size_limit}
      onClose={onClose}
    />
  )
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

const valuesOf = (bucket: BucketOptions): BucketValues => ({
  isPublic: bucket.public ?? false,
  limit: bucket.file_size_limit ?? null,
  types: (bucket.allowed_mime_types ?? []).join(', '),
})

type BucketFormProps = {
  title: ReactNode
  submitLabel: string
  form: FormOf<BucketValues>
  /** In bytes. */
  initialLimit: number | null
  onClose: () => void
  /** Fields above those that every bucket has. */
  children?: ReactNode
}

function BucketForm({ form, initialLimit, children, ...props }: BucketFormProps) {
  const { values, problems, change, state } = form
  const { isPublic, types } = values
  return (
    <Sheet open title={props.title} onClose={props.onClose}>
      <SheetForm submitLabel={props.submitLabel} {...state} onCancel={props.onClose}>
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
          initial={initialLimit}
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
