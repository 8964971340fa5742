import { AppError } from '../../lib/errors.ts'

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** 409: the project has branches, which would be deleted with it. */
export const projectHasBranches = (names: readonly string[]) =>
  new AppError('project_has_branches', `These branches would be deleted too: ${listed(names)}.`, {
    status: 409,
    hint: 'Delete them first, or send include_branches=true to delete them as well.',
    details: { branches: names },
  })

/** 409: branches are protected from deletion. */
export const branchProtected = (names: readonly string[]) =>
  new AppError('branch_protected', `Protected from deletion: ${listed(names)}.`, {
    status: 409,
    hint: 'An owner or administrator can remove the protection on the page Branches.',
    details: { branches: names },
  })

/** 409: the project is a branch, whose name has rules of its own. */
export const branchNameFixed = () =>
  new AppError('branch_name_fixed', 'This project is a branch.', {
    status: 409,
    hint: 'Rename it on the page Branches, or with PATCH /platform/branches/{ref}.',
  })
