//! Tells the compiler that the built-in rules are part of the program: a new file there builds it anew.

fn main() {
    println!("cargo:rerun-if-changed=../rules");
}
