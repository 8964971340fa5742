import { checkedBy } from '../../../components/form/checked-by.ts'
import { nameProblem } from './paths.ts'

/** The schema of a new name for a file or folder that stays in its folder. */
export const newNameIn = (folder: string) =>
  checkedBy<string>((typed) =>
    typed.includes('/')
      ? 'A name can’t contain a slash. Use Move to change the folder.'
      : nameProblem(folder + typed.trim()),
  )
