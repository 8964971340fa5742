import { z } from 'zod'
import { settingsSection, type SettingsOf } from '../../settings-section.ts'

/** 500 GB, the largest file that a project can accept. */
export const MAX_FILE_SIZE = 500_000_000_000

/** Settings of a project's file storage. */
export const storageSettings = settingsSection({
  name: 'storage',
  fields: {
    /** Maximum size of a file in bytes. A bucket can have a lower limit of its own. */
    file_size_limit: z.int().min(1).max(MAX_FILE_SIZE),
    /** Whether images can be transformed at `/render/image`. */
    image_transformation_enabled: z.boolean(),
    /** Whether S3 clients can connect. */
    s3_protocol_enabled: z.boolean(),
  },
  defaults: {
    file_size_limit: 50 * 1024 * 1024,
    image_transformation_enabled: true,
    s3_protocol_enabled: true,
  },
})
export type StorageSettings = SettingsOf<typeof storageSettings>
