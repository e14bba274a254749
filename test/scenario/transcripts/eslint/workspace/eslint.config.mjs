export default [{ files: ['web/**/*.js'], rules: { 'no-undef': 'error', 'no-var': 'warn' } }];
