import { everyAreaTests } from './areas/every-area.ts'
import { openWebKit } from './webkit.ts'

everyAreaTests('WebKit', openWebKit)
