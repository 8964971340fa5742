import { AppError } from '../lib/errors.ts'

/** Opens a port; if another program uses it, the error names the setting. */
export async function listen<T>(setting: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new AppError('port_in_use', `Port ${port} is in use by another program.`, {
      status: 500,
      hint: `Set ${setting} to a free port, or stop the other program.`,
    })
  }
}
