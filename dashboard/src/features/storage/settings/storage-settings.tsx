import {
  storageSettings,
  type StorageSettings as Settings,
} from '@stoa/contract/services/storage/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SizeField } from '../size-field.tsx'
import { S3Section } from './s3-section.tsx'

export function StorageSettings({ projectRef }: { projectRef: string }) {
  return (
    <SettingsPage
      projectRef={projectRef}
      declaration={storagePage}
      below={<S3Section projectRef={projectRef} />}
    />
  )
}

/** The storage settings page. */
export const storagePage: SettingsDeclaration<Settings> = {
  section: storageSettings,
  title: 'Storage',
  description: 'Upload limit and S3 access.',
  subject: 'storage',
  change: 'project:update',
  parts: [
    {
      title: 'Uploads',
      fields: [
        {
          name: 'file_size_limit',
          control: 'custom',
          label: 'Maximum file size',
          inSentence: 'maximum file size',
          show: ({ label, value, disabled, error, onValueChange }) => (
            <SizeField
              label={label}
              description="Applies to every bucket. A bucket can have a lower limit of its own."
              initial={value}
              disabled={disabled}
              error={error && 'Enter a size between 1 byte and 500 GB.'}
              onValueChange={(bytes) => onValueChange(bytes ?? NaN)}
            />
          ),
        },
      ],
    },
  ],
}
