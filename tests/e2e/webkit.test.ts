import { newUserTests } from './new-user.ts'
import { openWebKit } from './webkit.ts'

newUserTests('WebKit', openWebKit)
