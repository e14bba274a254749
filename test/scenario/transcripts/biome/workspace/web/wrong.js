export function open() {
  debugger;
}
