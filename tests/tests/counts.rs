//! Node counts that are known to the world. Small ones always; `RULEMATE_DEEP=1` counts on to the end of each list.

use rulemate_tests::{assert_counts, deep};

/// How many nodes are worth counting.
fn most() -> u64 {
    if deep() { u64::MAX } else { 60_000 }
}

fn chess(position: &str, counts: &[u64]) {
    assert_counts("chess", Some(position), counts, most());
}

#[test]
fn chess_from_the_start() {
    assert_counts("chess", None, &[20, 400, 8902, 197_281, 4_865_609], most());
}

#[test]
fn chess_castling_and_pins() {
    chess(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97862, 4_085_603],
    );
}

#[test]
fn chess_endgame_with_en_passant() {
    chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238, 674_624]);
}

#[test]
fn chess_promotions() {
    chess("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]);
    chess("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379, 2_103_487]);
}

#[test]
fn chess_middlegame() {
    chess(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89890, 3_894_594],
    );
}

#[test]
fn capablanca() {
    assert_counts("capablanca", None, &[28, 784, 25228, 805_128], most());
}

#[test]
fn berolina() {
    assert_counts("berolina", None, &[30, 900, 28328, 882_717], most());
}

#[test]
fn knightmate() {
    assert_counts("knightmate", None, &[18, 324, 6765, 139_774, 3_249_033], most());
}

#[test]
fn los_alamos() {
    assert_counts("los-alamos", None, &[10, 100, 1212, 14332, 191_846], most());
}

/// Not known to the world, but worked out by two ways that share no code: the rule file, and the Rust of
/// `tests/src/pawns`, which `tests/tests/pawns_model.rs` holds to the same figures.
#[test]
fn pawns_chess() {
    assert_counts("pawns-chess", None, &[32, 1024, 32_960], if deep() { most() } else { 1024 });
}
