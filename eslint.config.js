import ts from 'typescript-eslint'
import svelte from 'eslint-plugin-svelte'

export default ts.config(
  { ignores: ['dist', 'wasm/build', 'coverage', '.wrangler'] },
  ts.configs.recommended,
  svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: { 'svelte/no-navigation-without-resolve': 'off' },
  },
  {
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // A literal spread into a literal switches off TypeScript's check for excess properties.
      'no-restricted-syntax': [
        'error',
        ...['Object', 'Array', 'Call'].map((parent) => ({
          selector: `${parent}Expression > SpreadElement > ${parent === 'Object' ? 'Object' : 'Array'}Expression`,
          message: 'Write the members into the literal instead of spreading a literal.',
        })),
      ],
    },
  },
  {
    // A promise without await or catch loses its error, and mutual exclusion here is made of promises.
    files: ['**/*.ts', '**/*.svelte'],
    ignores: ['platform-free.d.ts', 'wasm/{assembly,pow,scan}/**'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    // Tables hold contracts and methods of different types; the type of a table keeps each of them.
    files: ['protocol/contract.ts', 'protocol/daemon/contract.ts', 'worker/rpc/method.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    // Programs write to standard output.
    files: [
      'scripts/**',
      '.ci/**',
      'worker/hosts/**',
      'proxy/hosts/**',
      'server/**',
      'tests/bench/**',
      'tests/support/fuzz/main.ts',
      'tests/support/tool.ts',
      'tests/screens/**',
      'tests/soak/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // Props are declared with `let`, and change without an assignment in the component.
    files: ['**/*.svelte'],
    rules: { 'prefer-const': 'off' },
  },
  {
    // AssemblyScript: these rules do not know its types and globals.
    files: ['wasm/assembly/**', 'wasm/pow/**', 'wasm/scan/**', 'wasm/fma/**'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', 'prefer-const': 'off' },
  },
)
